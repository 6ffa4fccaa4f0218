import { Link } from '#platform/pages/page.tsx'

export interface ShortLink {
  title: string
  to: string
}

/** A list of links by name: to pages of this site in the visitor's language, or to other sites. */
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
