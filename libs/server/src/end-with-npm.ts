const CHECK_MS = 500

/**
 * C10.4: ends this process, as SIGTERM does, when its npm has ended. npm runs `script` in a shell and sends SIGTERM to the
 * shell, which ends without telling its child: the service would go on. The parent of a process without a parent changes.
 */
export const endWithNpm = (
  script: string,
  end: () => void = () => void process.kill(process.pid, 'SIGTERM'),
): void => {
  if (process.env['npm_lifecycle_event'] !== script) return
  const parent = process.ppid
  const checking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(checking)
    end()
  }, CHECK_MS).unref()
}
