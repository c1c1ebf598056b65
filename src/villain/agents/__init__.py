"""Players: from what a seat may see to an action."""

from villain.agents.agent import Agent
from villain.agents.registry import agent_names, describe_agent, make_agent

__all__ = ["Agent", "agent_names", "describe_agent", "make_agent"]
