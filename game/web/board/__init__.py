"""What is drawn: boards, their parts and the pictures on them."""
