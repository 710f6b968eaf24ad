"""The ladder: every computer player against every other, battle by battle, and how they rank."""
