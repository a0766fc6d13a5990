package render

// Waiting is how many renderings wait for a free engine now.
func (p *Pool) Waiting() int { return int(max(0, p.lanes[render].waiting.Load())) }
