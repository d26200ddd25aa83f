"""City of Iron: two to four nations, their cities, goods, citizens and soldiers."""
