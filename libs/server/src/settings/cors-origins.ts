import type { ParseSetting } from './setting.ts'

/** Whose pages may read the answers: those of these origins, or of all. */
export type CorsOrigins = '*' | readonly string[]

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text

/** C10.2 CORS_ORIGINS. @throws Error naming the entry that no browser would send as its origin. */
export const corsOrigins: ParseSetting<CorsOrigins> = (list) => {
  if (list.trim() === '*') return '*'
  const origins = list.split(',').map((entry) => entry.trim())
  const wrong = origins.find((entry) => !isOrigin(entry))
  if (wrong === undefined) return origins
  throw new Error(
    `must be * or a comma-separated list of origins such as https://app.example.org; "${wrong}" is not an origin`,
  )
}
