import './backup-under-load.test.ts'
