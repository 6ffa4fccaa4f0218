# three zippers side by side, each with its end: nylon coil closed, brass closed, moulded plastic separable; 1 unit = 1 cm
from trims import *

AT, LEN = 4.3, 11.0  # where the slider stands, and how long the chain is


def gap(s_, k=0.22):
    return 0.0 if s_ < AT else k * (s_ - AT) ** 2 / (s_ - AT + 2.0)


def line(n=420, y0=-3.0):
    return [Vector((0.03 * math.sin(q / n * 7), y0 + LEN * q / n, 0.03 * math.sin(q / n * 15))) for q in range(n + 1)]


def tapes(name, C, mat, w, inner, tail=1.1):
    """both tapes, with the ends that run on below the stop"""
    full = [C[0] - Vector((0, tail * (1 - q / 30), 0)) for q in range(30)] + C
    for side in (-1, 1):
        G = [gap(max(0.0, c.y - C[0].y)) + inner for c in full]
        strip(name, [c + Vector((side * (g + w / 2), 0, 0)) for c, g in zip(full, G)], [Vector((side, 0, 0))] * len(full), w, mat, 6, 0.05, 0.02)
        tube(name + 'e', [c + Vector((side * (g + w - 0.02), 0, 0.012)) for c, g in zip(full, G)], 0.034, mat, 2)


def coil(name, C, mat, thread):
    """a flattened helix of nylon on each tape, sewn down by two rows of thread; closed, the loops mesh"""
    pitch, per = 0.155, 14
    inside = lambda s_: AT - 0.42 < s_ < AT + 0.05
    for side in (-1, 1):
        run, parts = [], []
        for q in range(int(LEN / pitch * per)):
            s_ = q * pitch / per
            if inside(s_):
                if run:
                    parts.append(run)
                run = []
                continue
            a = 2 * math.pi * (q / per + (0.5 if side > 0 else 0))
            run.append((C[0].x + side * (gap(s_) + 0.115 - 0.155 * math.cos(a)), C[0].y + s_, 0.085 + 0.075 * math.sin(a)))
        for p in parts + [run]:
            tube(name, p, 0.044, mat, 2)
        for off in (0.155, 0.235):
            for q in range(int(LEN / 0.20)):
                s_ = q * 0.20 + 0.03
                if not inside(s_):
                    x = C[0].x + side * (gap(s_) + off)
                    tube('st', [(x, C[0].y + s_, 0.150), (x + side * 0.012, C[0].y + s_ + 0.075, 0.185), (x, C[0].y + s_ + 0.15, 0.150)], 0.022, thread, 3)


def blocks(C, mat):
    """moulded teeth: a body on the tape, a neck, and a head that locks behind its neighbours' heads"""
    half = [(0.46, 0.070), (0.16, 0.078), (0.09, 0.050), (0.04, 0.050), (-0.02, 0.080), (-0.09, 0.080), (-0.12, 0.045)]
    o = outline([half + [(x, -y) for x, y in reversed(half)]], 0.085, 0.026, mat, 4)
    me = bpy.data.meshes.new_from_object(o.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(o)
    for side in (-1, 1):
        s_ = 0.18 if side > 0 else 0.01
        while s_ < LEN - 0.1:
            if not AT - 0.62 < s_ < AT + 0.12:
                inst(me, (C[0].x + side * gap(s_), C[0].y + s_, 0.075), (0, 0, 0 if side > 0 else math.pi))
            s_ += 0.34


def scene_zippers():
    brass, nickel, iron = metal('brass', '#bd9148', 0.31), metal('nickel', '#a3a6a6', 0.32), metal('iron', '#6f7577', 0.34)
    nylon = M('nylon', '#8c3338', 0.30, spec=0.5).m
    plast = M('plast', '#1c6a66', 0.28, spec=0.5).m
    film = M('film', '#9a4f27', 0.14, spec=0.6, clearcoat=0.8).m

    def place(x, y, rz, made):
        e = bpy.data.objects.new('zip', None)
        bpy.context.collection.objects.link(e)
        before = set(bpy.data.objects)
        made(line())
        for o in set(bpy.data.objects) - before:
            if not o.parent:
                o.parent = e
        e.location = (x, y, 0)
        e.rotation_euler = (0, 0, R(rz))

    def closed_coil(C):
        tapes('cn', C, twill('ctape', '#7a2a30', 62), 1.10, 0.07)
        coil('coil', C, nylon, thread_m('cth', '#93434a'))
        box('stop', (0.46, 0.16, 0.16), (0, C[0].y - 0.02, 0.09), nickel, 0.04, 3)
        slider(iron, (0, C[0].y + AT, 0.02), 0, 0.80, -14, -3)

    def closed_brass(C):
        n = len(C) - 1
        zipper('bz', C, twill('btape', '#1a2f45', 62), brass, gap=gap, w=1.30, stop=(AT - 0.45, AT + 0.10), fine=True)
        tapes('bt', C[:2], twill('btape2', '#1a2f45', 62), 1.30, 0.185)
        box('stop', (0.50, 0.24, 0.20), (0, C[0].y - 0.10, 0.07), brass, 0.05, 3)
        slider(brass, (0, C[0].y + AT, 0.0), 0, 1.0, 16, -4)

    def open_plastic(C):
        tapes('pt', C, twill('ptape', '#a9582a', 62), 1.50, 0.16)
        blocks(C, plast)
        # separable end: the retainer box, the pin beside it, and the stiff film that holds both
        box('film', (3.2, 1.15, 0.075), (0, C[0].y - 0.55, 0.0), film, 0.02)
        box('retainer', (0.72, 0.62, 0.30), (-0.05, C[0].y - 0.28, 0.10), plast, 0.07, 4)
        box('pin', (0.17, 1.05, 0.20), (0.42, C[0].y - 0.10, 0.10), plast, 0.06, 4)
        slider(iron, (0, C[0].y + AT, 0.03), 0, 1.32, 10, -4)

    place(-4.0, -0.4, 9, closed_coil)
    place(-0.2, -0.9, 3, closed_brass)
    place(4.1, -0.5, -5, open_plastic)
    cloth_ground('#e9e0d1', '#cfc2ac', 42, 60, 0.02).location.z = -0.16
    area('key', (-8, 6, 9), (0, 0, 0), 5, 1900, '#fff3e2')
    area('rim', (9, 6, 5), (0, 0, 0.3), 2.4, 900, '#ffffff', 6)
    area('fill', (3, -10, 7), (0, 0, 0), 7, 260, '#eaf2ff')
    area('sky', (-1, 11, 11), (0, 0, 0), 10, 520, '#fff3e2', 5)
    world('#fff4e6', 0.26)
    focus((0.6, -10.6, 11.4), (0.1, -0.55, 0.1), 44, (0, -1.2, 0.2), 1.1)
