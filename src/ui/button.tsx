import { useLayoutEffect, useRef, type ButtonHTMLAttributes, type ComponentProps } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './button.module.css'

/** Primary: the main action of a screen. Secondary: an action beside it. Quiet: everything else. */
type Look = 'primary' | 'secondary' | 'quiet'

/** While busy the button is disabled. It gets the focus back afterwards. */
export function Button({
  look = 'primary',
  busy = false,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; busy?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body) button.current!.focus()
  }, [busy])
  return <button ref={button} type="button" {...rest} {...(busy && busyProps)} className={classes(look, className)} />
}

const busyProps = { disabled: true, 'aria-busy': true } as const

export function ButtonLink({ look = 'primary', className, ...rest }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...rest} className={classes(look, className)} />
}

const classes = (look: Look, more = '') => `${styles.button} ${styles[look]} ${more}`.trimEnd()
