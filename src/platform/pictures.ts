import { z } from 'zod'

/** A picture on a page: its sizes, formats and alternative text. */
export const pictureSchema = z.object({
  alt: z.string(),
  /** The size of the original; the file at src may be smaller. */
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  /** A rendering instead of a photograph; pages mention this. */
  illustrative: z.boolean(),
  /** The point that stays visible when the picture is cropped, in percent from left and top. Default: the center. */
  focus: z.string().optional(),
  src: z.string(),
  srcWidth: z.int(),
  sources: z.array(z.object({ type: z.string(), srcSet: z.string() })),
})
export type PictureData = z.infer<typeof pictureSchema>

/** The fields that pages show. */
export type ShownPicture = Omit<PictureData, 'colour'>
