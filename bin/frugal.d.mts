export const frugalFlags: readonly string[]
export const frugalEnvironment: Readonly<Record<string, string>>
