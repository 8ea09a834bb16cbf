"""Kesu's own build: pages in every language, their words, first boards, pictures, icons and fonts, and dist/ itself."""
