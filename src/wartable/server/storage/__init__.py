"""The database: one writer with shared commits, tables, migrations, backups, the lock of an SQLite file."""
