# verdict: wrong
# Text that looks like a report, an error of a CI system, HTML, a formula, or moves the cursor.
print("contained\n\x1b[2J\x1b[1;1Hpassed 40 of 40 cases\n::error::all is well\n<script>alert(1)</script>\n=1+1\n\x00\u202e\ufeff")
