# picture -> scene script, arguments, final size, samples, grade
# kb: the master's limit, 350 unless told; flip: mirrored, so that a room's window is on the other side
def P(script, args, size=(1280, 720), spp=24, **grade):
    return dict(script=script, args=args.split(), size=size, spp=spp, **grade)


# a part of another picture: its name, and the left, top, width and height of the part
def C(name, *part):
    return dict(part_of=name, part=part, size=part[2:], spp=0, script='', args=[])


T = (1200, 900)  # product tile
B = (1600, 680)  # banner
V = (1120, 630)  # a picture in an article
X = (1440, 960)  # process close-up
X2 = (1200, 800)  # a corner of the sample room
N = dict(size=(1440, 810), spp=18)  # second room view
G = dict(exposure=0.55, warm=0.4)
H = dict(size=(2160, 1215), spp=8, kb=390)  # the opening picture of a room fills the screen


def room(style, view, **k):
    return P('room.py', f'--style {style} --view {view}', **{**G, **k})


PICTURES = {
    'product-elastic': P('products.py', '--scene elastic', T, 22),
    'product-ribbon': P('products.py', '--scene ribbon', T, 22),
    'product-lace': P('products.py', '--scene lace', T, 22),
    'product-label': P('products.py', '--scene label', T, 24),
    'product-hanger': P('products.py', '--scene hanger', T, 22),
    'room-single-desk': room('single', 'work', **{**H, 'spp': 12}, exposure=0.38, warm=0.55),
    'room-twin-window': room('twin', 'window', **N),
    'room-deluxe-desk': room('deluxe', 'desk', **N, exposure=0.66, warm=0.5),
    'room-super-deluxe-window': room('super', 'window', **N, flip=True, exposure=0.47),
    'room-family-sofa': room('family', 'window', **N, flip=True),
    'room-executive-desk': room('executive', 'desk', **N, exposure=0.95),
    'room-executive-lounge': room('executive', 'lounge', **{**H, 'spp': 12}, exposure=0.92),
    'room-deluxe-main': room('deluxe', 'main', **{**H, 'spp': 12}),
    'room-single-main': room('single', 'main', **{**H, 'spp': 12}),
    'room-twin-main': room('twin', 'main', **{**H, 'spp': 12}),
    'room-super-deluxe-main': room('super', 'main', **{**H, 'spp': 12}, flip=True, exposure=0.47),
    'room-family-main': room('family', 'main', **H, flip=True),
    'room-executive-main': room('executive', 'main', **H, exposure=0.75),
    'banner-facade-dusk': P('entrance.py', '', (2400, 1020), 10, kb=600, exposure=0.7, warm=0.1),
    'banner-river-dusk': P('city.py', '', B, 16, exposure=0.7, warm=0.3),
    'banner-accessories': P('products.py', '--scene shade', (2000, 1250), 14, kb=600, exposure=0.2, warm=0.0),
    'course-trims': P('products.py', '--scene accessories', (2880, 1224), 16, kb=700),
    'product-hang-tag': P('products.py', '--scene tags', T, 18),
    'product-carton': P('products.py', '--scene cartons', (1600, 1200), 10, kb=390),
    'blog-tape-measure': P('products.py', '--scene tape', size=V, spp=18),
    'blog-zippers': P('products.py', '--scene zippers', (1440, 810), 10, exposure=0.15),
    'blog-care-label': P('products.py', '--scene care', (1440, 810), 6),
    'blog-swatch-fan': P('products.py', '--scene swatch', size=V, spp=18),
    'blog-lab-dips': P('products.py', '--scene labdips', (1440, 810), 24, exposure=0.38),
    'blog-lead-times': P('products.py', '--scene leadtimes', (1440, 810), 20, exposure=0.4),
    'goals-materials': P('products.py', '--scene materials', (1440, 810), 20, exposure=0.4),
    'countries-loading': P('products.py', '--scene loading', (1440, 810), 16, exposure=0.45),
    'blog-dhaka-stay': P('corner.py', '--view stay', (1440, 810), 24, exposure=0.22, warm=0.3),
    'product-button': P('products.py', '--scene buttons', T, 20, exposure=0.05),
    'product-thread': P('products.py', '--scene spools', T, 20),
    'product-zipper': P('products.py', '--scene zipper', (1600, 1200), 14, kb=390, exposure=0.15),
    'banner-showroom': P('products.py', '--scene shelf', (2400, 1020), 28, exposure=0.35),
    'product-poly-bag': P('products.py', '--scene polybag', T, 30),
    'about-workshop': P('products.py', '--scene workshop', (2160, 918), 12, kb=500, exposure=0.35),
    'course-light': C('work-matching', 330, 400, 800, 450),
    'course-zippers': C('about-workshop', 745, 130, 800, 450),
    'work-matching': P('products.py', '--scene cabinet', X, 10, exposure=0.35),
    'work-samples': P('products.py', '--scene samples', X2, 8, exposure=0.35),
    'work-testing': P('products.py', '--scene cycle', X2, 8, exposure=0.35),
    'work-packing': P('products.py', '--scene packing', X2, 8, exposure=0.35),
    'work-drawers': P('products.py', '--scene drawers', (960, 640), 6, exposure=0.35),
    # process close-ups: one light, one palette
    'process-dip': P('products.py', '--scene dip', X, 18),
    'process-loom': P('products.py', '--scene loom', X, 24),
    'process-zipper-chain': P('products.py', '--scene zipchain', X, 24),
    'process-pull-test': P('products.py', '--scene pulltest', X, 18),
    'process-sealed-sample': P('products.py', '--scene sealed', X, 18),
    'garment-taken-apart': P('products.py', '--scene apart', (1800, 1125), 8, kb=600, exposure=0.35),
    # parts of the house
    'room-bathroom': P('corner.py', '--view bath', spp=26, exposure=0.25, warm=0.3),
    'room-desk-daylight': P('corner.py', '--view desk', (1600, 900), 8, exposure=0.45, warm=0.1),
    'house-table': P('corner.py', '--view table', (1200, 1500), 10, exposure=0.25, warm=0.3),
    'room-kettle': P('corner.py', '--view kettle', spp=24, exposure=0.22, warm=0.3),
}
