import type { ComponentProps } from 'react'
import type { ShownPicture } from '#platform/pictures.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import drawing from '../../../art/svg/room-fallback.svg'

/** The picture of a room, or a drawing if it has none. */
export function RoomPicture({
  picture,
  ...rest
}: Omit<ComponentProps<typeof Picture>, 'picture'> & { picture: ShownPicture | null }) {
  return picture ? <Picture picture={picture} {...rest} /> : <Drawing loading="lazy" />
}

/** The slides of a room gallery, at least one. */
export const createRoomSlides = (pictures: readonly ShownPicture[], sizes: string) =>
  pictures.length > 0
    ? pictures.map((picture, index) => ({
        key: picture.src,
        content: <Picture picture={picture} sizes={sizes} priority={index === 0} hasCaption />,
      }))
    : [{ key: 'none', content: <Drawing /> }]

const Drawing = ({ loading }: { loading?: 'lazy' }) => (
  <img src={drawing} alt="" width={1280} height={720} loading={loading} />
)
