"""What is measured, side by side in one run, as ratios: machines are shared and noisy."""
