// Empty: it stands for the headers that checks have in common.
