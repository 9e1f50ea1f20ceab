/** Where a sign-in keeps its tokens: `sessionStorage`, `localStorage`, or your own. */
export interface TokenStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): unknown
  removeItem(key: string): unknown
}

/** Keeps tokens until the program ends. */
const createMemoryStorage = (): TokenStorage => {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  }
}

/** The storage of the tab. A server has many users, so there each sign-in gets a storage of its own. */
export const createStorage = (): TokenStorage =>
  'document' in globalThis ? sessionStorage : createMemoryStorage()

/** A value of a storage as JSON. */
export const createItem = <T>(storage: TokenStorage, key: string) => ({
  read: async (): Promise<T | undefined> => {
    const text = await storage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  },
  write: async (value: T): Promise<void> => {
    await storage.setItem(key, JSON.stringify(value))
  },
  remove: async (): Promise<void> => {
    await storage.removeItem(key)
  },
})
