import { Link, useBreadcrumbs, useRoute } from '#platform/pages/page.tsx'

export interface ShortLink {
  title: string
  to: string
}

/**
 * A list of links by name: to pages of this site in the visitor's language, or to other sites. Marks the section that
 * contains this page.
 */
export function PageLinks({ links, className }: { links: readonly ShortLink[]; className?: string | undefined }) {
  const { path } = useRoute()
  const sectionPath = useBreadcrumbs()[1]?.path.split('?')[0]
  return (
    <ul role="list" className={className}>
      {links.map(({ to, title }) => (
        <li key={to}>
          <Link to={to} aria-current={to === sectionPath && to !== path ? 'true' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
