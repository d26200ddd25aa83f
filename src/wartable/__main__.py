import sys

from wartable.cli import main

sys.exit(main())
