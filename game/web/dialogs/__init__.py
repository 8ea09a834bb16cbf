"""Everything over or below the board: dialogs, help, command line, editor."""
