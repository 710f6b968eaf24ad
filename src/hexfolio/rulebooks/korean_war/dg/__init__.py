"""The S&T 296 edition of Korean War Battles (kwb-dg), chapter by chapter."""
