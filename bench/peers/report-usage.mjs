// Preloaded into a measured process: on exit, writes the process's CPU time and peak memory to USAGE_FILE.
import { writeFileSync } from 'node:fs'

const file = process.env.USAGE_FILE
if (file) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    writeFileSync(file, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }))
  })
}
