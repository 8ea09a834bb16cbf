"""What build.py is made of: set-up, runtime, site, server, browser and checks; standard library only."""
