import type { WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FileLine } from './lines.ts'
import { createPrivateFile } from './private-file.ts'

/**
 * The file with the lines that an import refused: one JSON object per line, with the number, the reason and the text
 * (C10.6). A person can correct the texts, and the import accepts the corrected file, too.
 */
export class Rejects {
  readonly file: string
  count = 0
  #stream: WriteStream | undefined

  private constructor(file: string) {
    this.file = file
  }

  /** Removes the file of an earlier import. */
  static async open(importedFile: string): Promise<Rejects> {
    const rejects = new Rejects(`${importedFile}.rejects.ndjson`)
    await rm(rejects.file, { force: true })
    return rejects
  }

  add({ number, bytes }: FileLine, reason: string): void {
    this.#stream ??= createPrivateFile(this.file)
    const text = bytes === null ? null : Buffer.from(bytes).toString('utf8')
    this.#stream.write(`${JSON.stringify({ line: number, reason, text })}\n`)
    this.count += 1
  }

  async close(): Promise<void> {
    const stream = this.#stream
    if (stream)
      await new Promise<void>((resolve, reject) =>
        stream.end((error?: Error | null) => (error ? reject(error) : resolve())),
      )
  }
}
