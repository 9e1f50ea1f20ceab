import { createWriteStream, type WriteStream } from 'node:fs'

/** A new file that only its owner can read, because it has email addresses and drafts. The file must not exist. */
export const createPrivateFile = (path: string): WriteStream =>
  createWriteStream(path, { flags: 'wx', mode: 0o600 })
