"""What build.py needs on this machine: folders, an environment, Node, npm's packages, numpy's wheel, a browser."""
