import type { PictureData, ShownPicture } from '#platform/pictures.ts'

/** Leaves out the data that no page shows. */
export const toShownPicture = ({ colour: _, ...picture }: PictureData): ShownPicture => picture
