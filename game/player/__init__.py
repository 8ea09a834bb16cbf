"""The player: settings, and all of their data as one text."""
