import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** npm writes the second file at the end of an installation. */
const LOCKS = ['package-lock.json', 'node_modules/.package-lock.json']

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** A lockfile also has the optional packages that npm leaves out on this machine. */
const isForThisMachine = (entry: { readonly os?: string; readonly cpu?: string } = {}): boolean =>
  [process.platform, undefined].includes(entry.os as never) &&
  [process.arch, undefined].includes(entry.cpu as never)

/** A folder with a package.json of its own, so that `npm ci` of the project does not install its packages. */
export interface OwnPackages {
  readonly folder: string
  versionOf(name: string): string
  /** Whether the installed packages are those of the lockfile. */
  areInstalled(): boolean
  /** @throws Error with the advice if npm fails. */
  install(): void
}

export interface OwnPackagesOptions {
  /** What the packages are, for the message of an installation. */
  readonly about: string
  /** What to do when npm fails. */
  readonly advice: string
  /** Whether the packages run their scripts while npm installs them. */
  readonly runsScripts?: boolean
}

export const createOwnPackages = (
  folder: string,
  { about, advice, runsScripts = false }: OwnPackagesOptions,
): OwnPackages => {
  const { dependencies, optionalDependencies = {} } = readJson(join(folder, 'package.json'))
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  const versions = (file: string): string => {
    const { packages } = readJson(file)
    const entries = names.map((name) => packages[`node_modules/${name}`])
    return JSON.stringify(entries.filter(isForThisMachine).map((entry) => entry?.version))
  }
  return {
    folder,
    versionOf: (name) => dependencies[name],
    areInstalled: () => {
      const [wanted = '', installed = ''] = LOCKS.map((lock) => join(folder, lock))
      return existsSync(installed) && versions(wanted) === versions(installed)
    },
    install: () => {
      console.error(`Installing ${about} into ${join(folder, 'node_modules')}`)
      const scripts = runsScripts ? [] : ['--ignore-scripts']
      const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', ...scripts], {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      if (status !== 0) throw new Error(`npm could not install ${about}. ${advice}`)
    },
  }
}
