"""Live games without a page: their mode, and invitations to them as text."""
