import * as breakpoints from '#ui/breakpoints.ts'

/** Returns a PostCSS plugin that replaces the names of breakpoints in media queries. */
export function nameBreakpoints() {
  const queries = new Map<string, string>(Object.entries(breakpoints))
  return {
    postcssPlugin: 'name-breakpoints',
    AtRule: {
      media(rule: { params: string }): void {
        rule.params = rule.params.replace(/\(--(\w+)\)/g, (_, name: string) => {
          const query = queries.get(name)
          if (!query) throw new Error(`No breakpoint is called ${name} (src/ui/breakpoints.ts).`)
          return query
        })
      },
    },
  }
}
