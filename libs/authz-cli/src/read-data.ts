import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { UsageError } from './command.ts'
import { loadPackage } from './load-package.ts'

interface Yaml {
  readonly parse: (text: string) => unknown
}

const isYaml = (file: string): boolean => /^\.ya?ml$/.test(extname(file))

export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as { readonly code?: string }
    throw new UsageError(
      `${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'error'})`}.`,
    )
  }
}

/** The data of a JSON or YAML file. */
export async function readData(file: string): Promise<unknown> {
  const text = await readText(file)
  const parse = isYaml(file) ? (await loadPackage<Yaml>('yaml', 'A YAML file')).parse : JSON.parse
  try {
    return parse(text)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}
