import type { ButtonHTMLAttributes, ComponentProps } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './button.module.css'

/** Primary: the main action of a screen. Secondary: an action beside it. Quiet: everything else. */
type Look = 'primary' | 'secondary' | 'quiet'

/** While busy the button ignores clicks but keeps the focus. */
export function Button({
  look = 'primary',
  busy = false,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; busy?: boolean }) {
  return <button type="button" {...rest} {...(busy && busyProps)} className={classes(look, className)} />
}

const busyProps = { type: 'button', onClick: undefined, 'aria-disabled': true, 'aria-busy': true } as const

export function ButtonLink({ look = 'primary', className, ...rest }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...rest} className={classes(look, className)} />
}

const classes = (look: Look, more = '') => `${styles.button} ${styles[look]} ${more}`.trimEnd()
