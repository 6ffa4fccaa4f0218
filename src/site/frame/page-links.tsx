import { Link } from '#platform/pages/page.tsx'

export interface ShortLink {
  title: string
  to: string
}

/** Links by their names, one below or beside the other: to pages of this site in the reader's language, or elsewhere. */
export function PageLinks({ links, className }: { links: readonly ShortLink[]; className?: string | undefined }) {
  return (
    <ul role="list" className={className}>
      {links.map(({ to, title }) => (
        <li key={to}>
          <Link to={to}>{title}</Link>
        </li>
      ))}
    </ul>
  )
}
