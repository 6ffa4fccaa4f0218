import { useLayoutEffect, type ButtonHTMLAttributes, type ComponentProps } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './button.module.css'

/** Primary: the main action of a screen. Secondary: another action. Quiet: everything else. */
type ButtonVariant = 'primary' | 'secondary' | 'quiet'

/** While busy the button is disabled. It gets the focus back afterwards. */
export function Button({
  variant = 'primary',
  busy = false,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant; busy?: boolean }) {
  useLayoutEffect(() => {
    if (!busy) return
    const focused = document.activeElement as HTMLElement | null
    return () => {
      if (document.activeElement === document.body) focused?.focus()
    }
  }, [busy])
  return <button type="button" {...rest} {...(busy && busyProps)} className={classes(variant, className)} />
}

const busyProps = { disabled: true, 'aria-busy': true } as const

export function ButtonLink({
  variant = 'primary',
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link {...rest} className={classes(variant, className)} />
}

const classes = (variant: ButtonVariant, more = '') => `${styles.button} ${styles[variant]} ${more}`.trimEnd()
