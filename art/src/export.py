# export.py in.png out.jpg: the best quality that keeps a master under 350 kB
import os, sys
import cv2

picture, master = cv2.imread(sys.argv[1]), sys.argv[2]
for quality in (88, 85, 82, 79, 76, 72):
    flags = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
    cv2.imwrite(master, picture, flags)
    if os.path.getsize(master) <= 350_000:
        break
