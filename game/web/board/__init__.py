"""Drawing: boards, their parts and the pictures on them."""
