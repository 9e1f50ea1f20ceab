const CHECK_MS = 500

/**
 * C10.4: ends this process, as SIGTERM does, when its npm has ended. npm and npx run a program in a shell and send SIGTERM to
 * the shell, which ends without telling its child: the service would go on. The parent of a process without a parent
 * changes. `script` is the script of npm; programs that another script leaves running do not end with it.
 */
export const endWithNpm = (
  script: string,
  end: () => void = () => void process.kill(process.pid, 'SIGTERM'),
): void => {
  if (![script, 'npx'].includes(process.env['npm_lifecycle_event'] ?? '')) return
  const parent = process.ppid
  const checking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(checking)
    end()
  }, CHECK_MS).unref()
}
