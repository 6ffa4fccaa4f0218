import './clean.test.ts'
