// Preloaded into what is measured: at the end it writes what the process has used to the file that USAGE_FILE names.
import { writeFileSync } from 'node:fs'

const file = process.env.USAGE_FILE
if (file) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    writeFileSync(file, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }))
  })
}
