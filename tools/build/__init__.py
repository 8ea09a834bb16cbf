"""What makes dist/, sets up the environment and runs the checks; build.py is made of it."""
