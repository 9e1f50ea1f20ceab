import type { ParseSetting } from './setting.ts'

/** The origins whose pages may read responses, or all origins. */
export type CorsOrigins = '*' | readonly string[]

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text

/** C10.2 CORS_ORIGINS. @throws Error that names the entry that is not an origin. */
export const corsOrigins: ParseSetting<CorsOrigins> = (list) => {
  if (list.trim() === '*') return '*'
  const origins = list.split(',').map((entry) => entry.trim())
  const wrong = origins.find((entry) => !isOrigin(entry))
  if (wrong === undefined) return origins
  throw new Error(
    `must be * or a comma-separated list of origins such as https://app.example.org; "${wrong}" is not an origin`,
  )
}
