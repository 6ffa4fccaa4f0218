// A reporter that prints the name of the first failed test and ends the process.
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    yield `${data.name}\n`
    process.exit(1)
  }
}
