from wartable.core.compiled import rule
FEATURES = 1
@rule
def evaluate(s, box, out):
    pass
@rule
def features(s, box, seat, out):
    pass
