"""The open game on the page: the stage shows it, and the bots get ready for it in idle moments."""
