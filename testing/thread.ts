/** How long this thread is at work on something: what others take of the machine meanwhile does not count. */
export async function threadMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
