import './chart-random.test.ts'
