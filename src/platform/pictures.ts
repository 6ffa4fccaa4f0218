import { z } from 'zod'

/** A picture as a page shows it: every size and format there is, and what to say of it. */
export const pictureShape = z.object({
  alt: z.string(),
  /** Of the picture itself; the file at src may be smaller. */
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  /** A rendering that stands for a photograph; pages say so. */
  illustrative: z.boolean(),
  /** The point that stays in sight where it is cropped, in per cent from left and top; the middle, if left out. */
  focus: z.string().optional(),
  src: z.string(),
  srcWidth: z.int(),
  sources: z.array(z.object({ type: z.string(), srcSet: z.string() })),
})
export type PictureData = z.infer<typeof pictureShape>
