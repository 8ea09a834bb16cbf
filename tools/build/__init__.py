"""The steps of build.py: set up the environment, make dist/, run the checks."""
