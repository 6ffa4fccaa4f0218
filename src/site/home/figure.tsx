/** A figure. Its unit, after the last digit or the Bangla word of a large number, is smaller. */
export function Figure({ text }: { text: string }) {
  const [, numeral, unit] = /^(.*[\p{N}%](?: (?:হাজার|লাখ|কোটি))?)?(.*)$/su.exec(text)!
  return (
    <>
      {numeral}
      {unit && <small>{unit}</small>}
    </>
  )
}
