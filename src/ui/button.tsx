import { useLayoutEffect, type ButtonHTMLAttributes, type ComponentProps } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './button.module.css'

/** Primary: the main action of a screen. Secondary: another action. Quiet: everything else. */
type Look = 'primary' | 'secondary' | 'quiet'

/** While busy the button is disabled. It gets the focus back afterwards. */
export function Button({
  look = 'primary',
  busy = false,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; busy?: boolean }) {
  useLayoutEffect(() => {
    if (!busy) return
    const focused = document.activeElement as HTMLElement | null
    return () => {
      if (document.activeElement === document.body) focused?.focus()
    }
  }, [busy])
  return <button type="button" {...rest} {...(busy && busyProps)} className={classes(look, className)} />
}

const busyProps = { disabled: true, 'aria-busy': true } as const

export function ButtonLink({ look = 'primary', className, ...rest }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...rest} className={classes(look, className)} />
}

const classes = (look: Look, more = '') => `${styles.button} ${styles[look]} ${more}`.trimEnd()
